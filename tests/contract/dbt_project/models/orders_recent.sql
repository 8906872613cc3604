{{ config(materialized='view', alias='orders_last_week') }}
select * from {{ ref('orders_hourly') }}
